fery thread writes its ownll.
__2Ue999l:: v""""""""""""""""""""""""""""""""""""""""""""""""oid whd wlstore
}
