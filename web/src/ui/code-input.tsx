import { type ComponentProps, useEffect } from 'react'

type CodeInputProps = ComponentProps<'input'> & {
  /** It is what comes next on the page. */
  takesFocus?: boolean
}

/** An input for a code of an authenticator app, or a recovery code. */
export function CodeInput({ takesFocus = false, ...input }: CodeInputProps) {
  const { id } = input
  useEffect(() => {
    if (takesFocus && id) document.getElementById(id)?.focus()
  }, [takesFocus, id])
  return (
    <input
      className="input tabular-nums"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...input}
    />
  )
}
