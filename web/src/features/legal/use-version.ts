import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useHydrated } from '@/lib/hydrated'
import type { useDates } from '@/lib/language'
import { type Legal, type LegalPage, legalQuery, legalVersionQuery } from './api'

export type Version = Legal['versions'][number]

type Dates = Pick<ReturnType<typeof useDates>, 'date' | 'dateAndTime'>

/**
 * The version of a legal page that the address asks for: the version that applied at the time in the parameter "on", or
 * the current one. The texts of an earlier version are loaded.
 */
export function useVersion(page: LegalPage) {
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const { data: legal } = useQuery(legalQuery(page))
  const versions = legal?.versions ?? []
  const shown = versionAt(versions, hydrated ? search.get('on') : null)
  const isEarlier = shown !== undefined && shown !== versions[0]
  const earlier = useQuery({ ...legalVersionQuery(page, shown?.id ?? ''), enabled: isEarlier })
  return {
    versions,
    shown,
    isEarlier,
    document: isEarlier ? earlier.data?.texts : undefined,
    error: earlier.error,
    retry: () => earlier.refetch(),
  }
}

/** Formats the day from which a version applies, with the time if another version starts on the same day. */
export function startOf({ appliesFrom }: Version, versions: readonly Version[], { date, dateAndTime }: Dates): string {
  const day = date(appliesFrom)
  const hasOwnDay = versions.filter((version) => date(version.appliesFrom) === day).length === 1
  return hasOwnDay ? day : `${dateAndTime(appliesFrom)} IST`
}

/** The version that applied at a time. The versions are in order, newest first. A time before all has the first version. */
export function versionAt(versions: readonly Version[], time: string | null): Version | undefined {
  const at = Date.parse(time ?? '')
  if (Number.isNaN(at)) return versions[0]
  return versions.find(({ appliesFrom }) => Date.parse(appliesFrom) <= at) ?? versions.at(-1)
}
