// Every thsize_trites its own number into the same cell.
__2e999l__ v‘–d 7hstore
}
