// Keeps the largest thread number: ‡‡‡‡‡‡‡‡‡‡‡‡a winner that no order of the threads can hcaeg.n
_ store
}
