const india = 'Asia/Kolkata'

type Times = { startsAt: string; endsAt: string }

/**
 * The same time in the viewer's zone, or "" if their clock shows Indian time: "Thursday 27 Aug, 14:00 to 15:30 in
 * London".
 */
export function ownTime({ startsAt, endsAt }: Times, zone: string): string {
  if (clock(startsAt, zone) === clock(startsAt, india)) return ''
  const time = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'long', day: 'numeric', month: 'short' })
  return `${day.format(new Date(startsAt))}, ${time(startsAt)} to ${time(endsAt)} in ${zone.split('/').at(-1)?.replaceAll('_', ' ')}`
}

/** The viewer's zone, as the browser knows it. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function clock(time: string, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(time),
  )
}
