import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useWords } from '@/lib/texts'

type SecretInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** What the input is for, used in the button's name: "Show password". */
  holds: ReactNode
}

/** An input for a password or PIN, with a button that shows or hides the text. */
export function SecretInput({ holds, ...input }: SecretInputProps) {
  const word = useWords()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        className="input pr-20"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={shown ? 'text' : 'password'}
      />
      <button
        type="button"
        aria-controls={input.id}
        className="absolute inset-y-0 right-0 z-1 min-w-16 cursor-pointer px-4 font-medium text-accent text-sm underline-offset-4 hover:underline focus-visible:outline-offset-[-4px]"
        onClick={() => setShown(!shown)}
      >
        {word(shown ? 'hide' : 'show')}
        <span className="sr-only"> {holds}</span>
      </button>
    </div>
  )
}

type CodeInputProps = ComponentProps<'input'> & {
  /** Whether the input takes the focus when it appears. */
  takesFocus?: boolean
}

/** An input for a code from an authenticator app, or a recovery code. */
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
