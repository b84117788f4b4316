import type { ReactNode } from 'react'
import { mailTo, phoneText, safeLink, telTo } from '@/lib/links'
import { nominationLabels } from '@/lib/option-labels'
import { EmailText } from '@/ui/email-address'
import type { ReviewedNomination } from './api'
import { Panel } from './panel'

/** All answers of the applicant. They are shown as plain text; only safe addresses become links. */
export function Answers({ nomination: n }: { nomination: ReviewedNomination }) {
  const location = [n.city, n.state, n.country].filter(Boolean).join(', ')
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Panel title="The applicant">
        <Facts
          facts={[
            ['Email', <Out key="email" to={mailTo(n.email)} text={<EmailText address={n.email} />} />],
            ['Phone', <Out key="phone" to={telTo(n.phone)} text={phoneText(n.phone)} />],
            ['Location', location],
            ['LinkedIn profile', n.linkedinUrl && <Profile link={n.linkedinUrl} />],
            ['How they heard about us', nominationLabels.howDidYouHear[n.howDidYouHear]],
            ['Preferred meeting format', nominationLabels.preferredMeetingFormat[n.preferredMeetingFormat]],
          ]}
        />
      </Panel>
      <Panel title="Their board role">
        <Facts
          facts={[
            ['Designation', n.currentDesignation],
            ['Company', n.companyName],
            ['Industry', nominationLabels.industry[n.industry]],
            ['Director type', nominationLabels.directorType[n.directorType]],
            ['Years of experience', nominationLabels.yearsOfExperience[n.yearsOfExperience]],
            ['Number of boards', nominationLabels.numberOfBoards[n.numberOfBoards]],
            [
              'Areas of expertise',
              n.areasOfExpertise.map((area) => nominationLabels.areasOfExpertise[area]).join(', '),
            ],
          ]}
        />
      </Panel>
      <Panel title="In their own words">
        <Words title="Current boards" text={n.currentBoards} />
        <Words title="Previous board experience" text={n.previousBoardExperience} />
        <Words title="Why they are interested" text={n.whyInterested} />
      </Panel>
    </div>
  )
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="border-base-300 border-b py-2.5 sm:last:odd:col-span-2">
          <dt className="text-quiet text-sm">{label}</dt>
          <dd>{value || <span className="text-quiet">Not given</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-base-300 border-b py-3 last:border-b-0">
      <h3 className="font-sans text-quiet text-sm">{title}</h3>
      <p className="mt-1 max-w-text whitespace-pre-line">{text || <span className="text-quiet">Not given</span>}</p>
    </div>
  )
}

function Out({ to, text }: { to: string; text: ReactNode }) {
  return (
    <a href={to} className="text-link">
      {text}
    </a>
  )
}

function Profile({ link }: { link: string }) {
  const href = safeLink(link)
  if (!href) return link
  return (
    <a href={href} className="text-link" target="_blank" rel="noopener noreferrer nofollow">
      {link}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
