import { messageOf } from '@/lib/api-error'
import { fileSize } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { CheckedLink } from './api'
import { type CampaignText, useCheckCampaign } from './api'

const states: Readonly<Record<CheckedLink['state'], { label: string; tone: BadgeTone }>> = {
  answers: { label: 'Works', tone: 'success' },
  fails: { label: 'Broken', tone: 'danger' },
  own: { label: 'This site', tone: 'outline' },
  unchecked: { label: 'Not checked', tone: 'outline' },
}

/** Checks whether the links of the text work, and reports other problems. */
export function CheckCampaign({ text }: { text: CampaignText }) {
  const { mutate, data, error, isPending } = useCheckCampaign()
  return (
    <section aria-labelledby="check-heading" className="mt-8 border-base-300 border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="check-heading" className="font-sans font-semibold text-lg">
          Check
        </h2>
        <Button tone="outline" busy={isPending} onClick={() => mutate(text)}>
          Check links
        </Button>
      </div>
      <div aria-live="polite">
        {error && <p className="mt-3 text-error">{messageOf(error, 'The text could not be checked.')}</p>}
        {data && !error && (
          <>
            <p className="mt-3 text-quiet text-sm">
              {data.problems.length === 0 ? 'Nothing is missing.' : 'The preview shows what is missing.'}{' '}
              {fileSize(data.bytes)}.
            </p>
            {data.links.length === 0 && <p className="mt-2">The text has no links.</p>}
            <ul className="mt-2">
              {data.links.map((link) => (
                <Link key={link.address} link={link} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

function Link({ link: { address, state, note } }: { link: CheckedLink }) {
  const { label, tone } = states[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-base-300 border-t py-2">
      <span className="min-w-0">
        {address}
        {note && <span className="block text-quiet text-sm">{note}</span>}
      </span>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}
