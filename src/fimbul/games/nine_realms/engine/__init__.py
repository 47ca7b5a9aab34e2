"""The engine of Nine Realms: whole matches played on without the kernel, very many a second.

It knows every card file and every option of the set-up.
"""
