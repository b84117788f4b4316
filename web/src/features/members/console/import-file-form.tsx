import { useState } from 'react'
import { importLimits } from '@/lib/generated'
import { count } from '@/lib/member-figures'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import type { ImportFile } from './import-calls'
import { textOf } from './import-text'

const megabytes = importLimits.bytes / 2 ** 20

type ImportFileFormProps = {
  busy: boolean
  /** What is wrong with the file as a whole. */
  problem: string | undefined
  /** isGuess: how its text is written had to be guessed. */
  onCheck: (file: ImportFile, isGuess: boolean) => void
  /** Another file, or another wish: what was checked holds no more. */
  onChange: () => void
}

/** Chooses the file, and whether its members get a letter. */
export function ImportFileForm({ busy, problem, onCheck, onChange }: ImportFileFormProps) {
  const [file, setFile] = useState<File>()
  const [invite, setInvite] = useState(false)
  const [missing, setMissing] = useState<string>()

  async function check() {
    if (!file) return setMissing('Please choose a file')
    if (file.size > importLimits.bytes) return setMissing(`The file is larger than ${megabytes} MB. Please split it`)
    try {
      const { content, isGuess } = textOf(new Uint8Array(await file.arrayBuffer()))
      onCheck({ fileName: file.name, content, invite }, isGuess)
    } catch {
      setMissing('The file could not be read. Was it moved or changed? Please choose it again')
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col items-start gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <Field
        label="CSV file"
        required
        error={missing ?? problem}
        hint={`Up to ${count(importLimits.rows)} rows and ${megabytes} MB. In a spreadsheet, save it as “CSV UTF-8”.`}
        className="w-full"
      >
        {(control) => (
          <input
            type="file"
            accept=".csv,text/csv"
            className="input h-auto cursor-pointer py-1.5 file:mr-4 file:cursor-pointer file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:font-semibold"
            onChange={(event) => {
              setFile(event.target.files?.[0])
              setMissing(undefined)
              onChange()
            }}
            {...control}
          />
        )}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-0.5"
          checked={invite}
          onChange={(event) => {
            setInvite(event.target.checked)
            onChange()
          }}
        />
        <span>
          <span className="block font-medium">Send each of them a letter to set a password</span>
          <span className="block text-quiet text-sm">
            One letter a person, whose link works for 14 days. You can also import now and send the letters later, by
            importing the same file again.
          </span>
        </span>
      </label>
      <Button type="submit" busy={busy}>
        Check the file
      </Button>
    </form>
  )
}
