import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { fileSize } from '@/lib/formats'
import { Notice } from '@/ui/notice'
import { useSettled } from '@/ui/use-settled'
import { type CampaignText, previewQuery } from './api'

const looks = { desktop: 'Computer', phone: 'Phone', dark: 'Dark', text: 'Plain text' } as const

type Look = keyof typeof looks

/** The text as a reader gets it, on a computer or a phone, in the dark, and as plain text. */
export function CampaignPreview({ text }: { text: CampaignText }) {
  const [look, setLook] = useState<Look>('desktop')
  const [as, setAs] = useState('')
  const asId = useId()
  const reader = useSettled(as)
  const asked = useSettled(text)
  const { data, error } = useQuery(previewQuery(asked, reader.includes('@') ? reader : ''))
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
      <div className="mb-4 flex max-w-96 flex-col gap-1.5">
        <label htmlFor={asId} className="font-medium">
          As this person gets it <span className="font-normal text-quiet">(optional)</span>
        </label>
        <input
          id={asId}
          className="input"
          type="email"
          autoComplete="off"
          placeholder="Their email address"
          value={as}
          onChange={(event) => setAs(event.target.value)}
        />
      </div>
      {error && <p className="text-error">{messageOf(error, 'The preview could not be made.')}</p>}
      {data && (
        <>
          <p className="[overflow-wrap:anywhere]">
            <strong>{data.subject || 'Without a subject'}</strong>{' '}
            <span className="text-quiet text-sm">{data.preheader}</span>
          </p>
          <p className="mb-3 text-quiet text-sm">{fileSize(data.bytes)}; mail programs cut off what is over 100 kB.</p>
          {data.problems.length > 0 && (
            <Notice tone="warning" title="Before it can go out">
              <ul className="list-disc pl-5">
                {data.problems.map(({ field, message }) => (
                  <li key={field + message}>{message}</li>
                ))}
              </ul>
            </Notice>
          )}
          {look === 'text' ? (
            <pre className="mt-3 overflow-x-auto whitespace-pre-wrap break-words border border-base-300 p-4 font-sans text-[0.9375rem]">
              {data.text}
            </pre>
          ) : (
            <iframe
              title="The email as a reader gets it"
              sandbox=""
              src={look === 'dark' ? data.dark : data.light}
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
