"""Where documents are checked: processes that can be killed, one document each, here or on other machines."""
