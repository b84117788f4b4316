// Replaces the console's modules in the server's script: the server sends the console as an empty shell.
export {}
