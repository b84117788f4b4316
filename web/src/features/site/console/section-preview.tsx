import { useEffect, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { previewText, type TextValues } from './calls'
import { PreviewFrame } from './preview-frame'
import type { ShowMessage } from './preview-message'

const pause = 350

type SectionPreviewProps = { id: string | undefined; values: TextValues }

/** The real part of the page, with the words as they are being typed, on a telephone and on a desk. */
export function SectionPreview({ id, values }: SectionPreviewProps) {
  const [show, setShow] = useState<ShowMessage>()
  const [problem, setProblem] = useState('')
  const sent = JSON.stringify(values)

  useEffect(() => {
    const asked: TextValues = JSON.parse(sent)
    if (!asked.section) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const landing = await previewText(id, asked, abort.signal)
        setShow({ kind: 'preview-show', section: asked.section, landing })
        setProblem('')
      } catch (error) {
        if (!abort.signal.aborted) setProblem(messageOf(error, 'The preview could not be made.'))
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [id, sent])

  return (
    <section aria-labelledby="preview-heading" className="border-base-300 border-t pt-6">
      <h3 id="preview-heading" className="font-sans font-semibold text-base">
        Preview
      </h3>
      <p className="mt-1 mb-4 text-quiet text-sm" role="status">
        {problem
          ? `The preview waits: ${problem}`
          : values.isActive === 'true'
            ? 'What visitors will see once it is saved.'
            : 'What visitors would see if it were active. It is not, so nobody sees it.'}
      </p>
      {values.section ? (
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_14rem] xl:grid-cols-[minmax(0,1fr)_18rem]">
          <PreviewFrame width={1280} title="On a desk, 1280 pixels wide" show={show} />
          <PreviewFrame width={390} title="On a telephone, 390 pixels wide" show={show} />
        </div>
      ) : (
        <p className="text-quiet">Choose a section to see it here.</p>
      )}
    </section>
  )
}
