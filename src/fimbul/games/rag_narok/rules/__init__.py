"""The rules, a folder for each chapter of the book, and files for what chapters share.

`turn` begins it all and knows every chapter; `ending` and `aims` say how a battle ends; `rolls`,
`harm`, `values`, `lasting` and `moves` are what all chapters roll, suffer, look up and do.
"""
