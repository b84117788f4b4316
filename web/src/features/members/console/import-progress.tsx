import type { MemberImport } from '@/lib/generated'
import { count } from '@/lib/member-figures'

/** How far an import is; when it is done, what was wrong with its rows. */
export function ImportProgress({ row: { fileName, state, rows, handled, wrong, problems } }: { row: MemberImport }) {
  return (
    <div className="min-w-44">
      {state === 'running' ? (
        <>
          <progress
            className="block h-2.5 w-full appearance-none border-0 bg-base-200 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-base-200 [&::-webkit-progress-value]:bg-primary"
            value={handled}
            max={rows}
            aria-label={`Importing ${fileName}`}
          />
          <span className="text-quiet text-sm tabular-nums">
            {count(handled)} of {count(rows)}
          </span>
        </>
      ) : (
        <span>Done, {rows === 1 ? '1 row' : `${count(rows)} rows`}</span>
      )}
      {problems.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 cursor-pointer text-sm">What was wrong</summary>
          <ul className="max-h-60 max-w-md overflow-y-auto text-left text-sm">
            {problems.map(({ line, email, reason }) => (
              <li key={line} className="border-base-300 border-t py-1.5">
                Line {count(line)} {email && `(${email})`}: {reason}
              </li>
            ))}
          </ul>
          {wrong > problems.length && (
            <p className="text-quiet text-sm">
              The first {count(problems.length)} of {count(wrong)}.
            </p>
          )}
        </details>
      )}
    </div>
  )
}
