/** The server sends the console as an empty shell: its engine need not know what is in it. */
export function Component() {
  return null
}
