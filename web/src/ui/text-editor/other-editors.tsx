import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { areas } from '@/lib/areas'
import { changedByOthers } from '@/lib/changed-by-others'

/** The presence of the editors of one text. */
export type Presence = {
  /** The address of the route, which also identifies the text. */
  address: string
  /** Reports that this editor has the text open, and returns the other editors. */
  report: (signal: AbortSignal) => Promise<{ name: string }[]>
}

type OtherEditorsProps = {
  presence: Presence
  /** The word for the text, such as "page". */
  what: string
  className?: string
}

/** Shows who else has the same text open. Editors whose window has been hidden for half a minute are not shown. */
export function OtherEditors({ presence: { address, report }, what, className }: OtherEditorsProps) {
  const { data, isError } = useQuery({
    queryKey: [...areas.console, 'other-editors', address],
    queryFn: ({ signal }) => report(signal),
    ...changedByOthers,
    refetchInterval: (query) => changedByOthers.refetchInterval(query) && 5000,
    gcTime: 0,
  })

  useEffect(() => {
    const leave = () => reportLeft(address)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [address])

  const others = (!isError && data) || []
  return (
    <p role="status" className={className}>
      {sentence(
        others.map(({ name }) => name),
        what,
      )}
    </p>
  )
}

/** Reports that this editor has closed a text. The browser completes the request after the page is closed. */
function reportLeft(address: string): void {
  fetch(address, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ hasLeft: true }),
  }).catch(() => {}) // If this fails, the editor's last report expires.
}

const list = new Intl.ListFormat('en-GB')

function sentence(names: string[], what: string): string {
  if (names.length === 0) return ''
  return `${list.format(names)} ${names.length === 1 ? 'is' : 'are'} editing this ${what} too.`
}
