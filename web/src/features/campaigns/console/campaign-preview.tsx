import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSettled } from '@/lib/use-settled'
import { EmailPreview } from '@/ui/email-preview'
import { previewQuery, type ShownText } from './api'

/** The text as a recipient sees it: on a computer or a phone, in dark mode, without pictures and as plain text. */
export function CampaignPreview({ text }: { text: ShownText }) {
  const [as, setAs] = useState('')
  const asId = useId()
  const reader = useSettled(as)
  const asked = useSettled(text)
  const { data, error } = useQuery(previewQuery(asked, reader.includes('@') ? reader : ''))
  return (
    <EmailPreview preview={data} error={error}>
      <div className="mb-4 flex max-w-96 flex-col gap-1.5">
        <label htmlFor={asId} className="font-medium">
          Preview as <span className="font-normal text-quiet">(optional)</span>
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
    </EmailPreview>
  )
}
