// The modules of Listo for apps: one import is enough.
@_exported public import ICalendar
@_exported public import ListoAccounts
@_exported public import ListoEditing
@_exported public import ListoFormats
@_exported public import ListoModel
@_exported public import ListoRepairs
@_exported public import ListoStores
@_exported public import ListoWords
