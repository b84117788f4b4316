/** The server sends the console and the simple panel as an empty shell: its engine need not know what is in them. */
export function Component() {
  return null
}
