/**
 * The server sends the console and the simple panel as an empty shell. Its JavaScript engine does not load their code.
 */
export function Component() {
  return null
}
