import { type ReactNode, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { fileSize } from '@/lib/formats'
import type { CampaignPreview } from '@/lib/generated'
import { Notice } from './notice'

const looks = { desktop: 'Computer', phone: 'Phone', dark: 'Dark', text: 'Plain text' } as const

type Look = keyof typeof looks

type EmailPreviewProps = {
  preview: CampaignPreview | undefined
  error: unknown
  /** As whom it is looked at. */
  children?: ReactNode
}

/** An email that is being written as a reader gets it, on a computer or a phone, in the dark, and as plain text. */
export function EmailPreview({ preview, error, children }: EmailPreviewProps) {
  const [look, setLook] = useState<Look>('desktop')
  return (
    <section aria-labelledby="preview-heading">
      <h2 id="preview-heading" className="mb-3 font-sans font-semibold text-lg">
        Preview
      </h2>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">How it is looked at</legend>
          {(Object.keys(looks) as Look[]).map((name) => (
            <button
              key={name}
              type="button"
              className="btn btn-outline"
              aria-pressed={look === name}
              onClick={() => setLook(name)}
            >
              {looks[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {children}
      {error != null && <p className="text-error">{messageOf(error, 'The preview could not be made.')}</p>}
      {preview && (
        <>
          <p className="[overflow-wrap:anywhere]">
            <strong>{preview.subject || 'Without a subject'}</strong>{' '}
            <span className="text-quiet text-sm">{preview.preheader}</span>
          </p>
          <p className="mb-3 text-quiet text-sm">
            {fileSize(preview.bytes)}; mail programs cut off what is over 100 kB.
          </p>
          {preview.problems.length > 0 && (
            <Notice tone="warning" title="Before it can go out">
              <ul className="list-disc pl-5">
                {preview.problems.map(({ field, message }) => (
                  <li key={field + message}>{message}</li>
                ))}
              </ul>
            </Notice>
          )}
          {look === 'text' ? (
            <pre className="mt-3 overflow-x-auto whitespace-pre-wrap break-words border border-base-300 p-4 font-sans text-[0.9375rem]">
              {preview.text}
            </pre>
          ) : (
            <iframe
              title="The email as a reader gets it"
              sandbox=""
              src={look === 'dark' ? preview.dark : preview.light}
              className={
                look === 'phone'
                  ? 'mt-3 h-160 w-full max-w-90 border border-base-300'
                  : 'mt-3 h-160 w-full border border-base-300'
              }
            />
          )}
        </>
      )}
    </section>
  )
}
