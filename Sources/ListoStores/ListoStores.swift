// ListoStores
