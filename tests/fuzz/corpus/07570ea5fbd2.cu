// Every thread writes its ownll.
__2e999l__ void whstore
}
