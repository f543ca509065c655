// ListoFormats
