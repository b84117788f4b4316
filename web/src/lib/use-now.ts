import { useEffect, useState } from 'react'

/** The time, renewed twice a minute, so that clocks run and links such as “Join” appear without a reload. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
