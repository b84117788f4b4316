import { useState } from 'react'

// The frame runs nothing, fetches nothing and reaches nothing: neither its sandbox nor its policy
// lets it. A letter's own styles are inside it.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`

/** A letter as its reader sees it. */
export function LetterFrame({ html, subject }: { html: string; subject: string }) {
  const [isWide, setWide] = useState(true)
  return (
    <div>
      <fieldset className="mb-3 flex flex-wrap gap-2 max-sm:hidden">
        {/* a telephone shows it at its own width */}
        <legend className="sr-only">Width of the letter</legend>
        {[true, false].map((wide) => (
          <button
            key={String(wide)}
            type="button"
            className="btn btn-outline"
            aria-pressed={isWide === wide}
            onClick={() => setWide(wide)}
          >
            {wide ? 'On a desk' : 'On a telephone'}
          </button>
        ))}
      </fieldset>
      <iframe
        title={`The letter “${subject}”`}
        sandbox=""
        srcDoc={policy + html}
        className={isWide ? 'h-160 w-full border border-base-300' : 'h-160 w-full max-w-90 border border-base-300'}
      />
    </div>
  )
}
