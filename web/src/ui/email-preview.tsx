import { type ReactNode, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { CampaignPreview } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { fileSize } from '@/lib/formats'
import { Notice } from './notice'
import { emailWidths, ScaledFrame } from './scaled-frame'

const looks = {
  desktop: 'Desktop',
  phone: 'Phone',
  dark: 'Dark',
  dark_phone: 'Phone, dark',
  images: 'No images',
  text: 'Plain text',
} as const

type Look = keyof typeof looks

type EmailPreviewProps = {
  preview: CampaignPreview | undefined
  error: unknown
  /** The choice of the reader for whom the preview is rendered. */
  children?: ReactNode
}

/** The preview of an email that is being written, with its problems. */
export function EmailPreview({ preview, error, children }: EmailPreviewProps) {
  return (
    <section aria-labelledby="preview-heading">
      <h2 id="preview-heading" className="mb-3 font-sans font-semibold text-lg">
        Preview
      </h2>
      {children}
      {error != null && <p className="text-error">{messageOf(error, 'The preview could not be created.')}</p>}
      {preview && preview.problems.length > 0 && (
        <div className="mb-4">
          <Notice tone="warning" title="Correct this before you send">
            <ul className="list-disc pl-5">
              {preview.problems.map(({ field, message }) => (
                <li key={field + message}>{message}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {preview && <EmailLooks email={{ ...preview, preview: preview.preheader }} />}
    </section>
  )
}

type Shown = {
  subject: string
  subjectB?: string
  preview: string
  text: string
  light: string
  dark: string
  bytes: number
}

/** An email as its recipient sees it: in several widths, light and dark, without pictures and as plain text. */
export function EmailLooks({ email }: { email: Shown }) {
  const [look, setLook] = useState<Look>('desktop')
  const isPhone = look === 'phone' || look === 'dark_phone'
  const isDark = look === 'dark' || look === 'dark_phone'
  return (
    <div>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">Preview as</legend>
        {(Object.keys(looks) as Look[]).map((name) => (
          <button
            key={name}
            type="button"
            className="btn btn-outline aria-pressed:bg-base-content aria-pressed:text-base-100"
            aria-pressed={look === name}
            onClick={() => setLook(name)}
          >
            {looks[name]}
          </button>
        ))}
      </fieldset>
      <InboxRow {...email} />
      <p className="mb-3 text-quiet text-sm">{fileSize(email.bytes)}; mail programs cut off what is over 100 kB.</p>
      {look === 'text' ? (
        <pre className="overflow-x-auto whitespace-pre-wrap break-words border border-base-300 p-4 font-sans text-[0.9375rem]">
          {email.text}
        </pre>
      ) : (
        <ScaledFrame
          title="Preview of the email"
          sandbox=""
          src={`${isDark ? email.dark : email.light}${look === 'images' ? '?images=off' : ''}`}
          width={isPhone ? emailWidths.phone : emailWidths.desktop}
          grows={!isPhone}
          className={isDark ? 'scheme-dark' : 'scheme-light'}
        />
      )}
    </div>
  )
}

/** The email as a row of an inbox, which shortens long lines. */
function InboxRow({ subject, subjectB, preview }: Pick<Shown, 'subject' | 'subjectB' | 'preview'>) {
  const sender = useConfig()?.siteName ?? ''
  return (
    <div className="mb-2 flex items-center gap-3 border border-base-300 px-3 py-2">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-primary font-semibold text-primary-content"
      >
        {sender.charAt(0)}
      </span>
      <p className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{sender}</span>
        <span className="block truncate">
          <strong>{subject || 'No subject'}</strong>
          {subjectB && (
            <>
              {' '}
              or <strong>{subjectB}</strong>
            </>
          )}{' '}
          <span className="text-quiet">{preview}</span>
        </span>
      </p>
    </div>
  )
}
