import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import type { ContentVersion } from './api'
import { deletedQuery } from './api'
import { nameOfText, sectionNames } from './section-names'

type DeletedTextsProps = { disabled: boolean; busyId: string | undefined; onRestore: (version: ContentVersion) => void }

/** The texts that were deleted in the last 90 days, with a button to restore each. */
export function DeletedTexts({ disabled, busyId, onRestore }: DeletedTextsProps) {
  const { data: deleted } = useQuery(deletedQuery)
  if (!deleted?.length) return null
  return (
    <Disclosure label={`Recently deleted (${deleted.length})`} className="mt-12 border-base-300 border-t pt-4">
      <p className="text-quiet text-sm">You can restore a deleted text for 90 days.</p>
      <ul className="mt-3">
        {deleted.map((version) => (
          <li
            key={version.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-base-300 border-t py-3"
          >
            <p>
              <span className="block font-medium">{nameOfText(version)}</span>
              <span className="text-quiet text-sm">
                {sectionNames[version.section]}, deleted {dateAndTime(version.endedAt)}
                {version.endedBy && ` by ${version.endedBy}`}
              </span>
            </p>
            <Button
              tone="outline"
              disabled={disabled}
              busy={busyId === version.id}
              aria-label={`Restore ${nameOfText(version)}`}
              onClick={() => onRestore(version)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
