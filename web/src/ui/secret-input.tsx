import { type ComponentProps, useState } from 'react'

type SecretInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** What it holds, for the button's name: "Show password". */
  holds: string
}

/** An input for a password or PIN, which can be shown and hidden again. */
export function SecretInput({ holds, ...input }: SecretInputProps) {
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
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> {holds}</span>
      </button>
    </div>
  )
}
