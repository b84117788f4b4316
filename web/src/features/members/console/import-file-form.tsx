import { useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { type ImportFile, largestFile, readText } from './import-calls'

type ImportFileFormProps = {
  busy: boolean
  /** What is wrong with the file as a whole. */
  problem: string | undefined
  onCheck: (file: ImportFile) => void
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
    if (file.size > largestFile) return setMissing('The file is larger than 5 MB. Please split it')
    try {
      onCheck({ fileName: file.name, content: await readText(file), invite })
    } catch {
      setMissing('The file could not be read. Was it moved or changed? Please choose it again')
    }
  }

  return (
    <form
      noValidate
      className="mb-10 flex max-w-text flex-col items-start gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <Field
        label="CSV file"
        required
        error={missing ?? problem}
        hint="Columns: name, email, phone, location, requestType (enquiry or membership). Only name and email are needed. Up to 20,000 rows and 5 MB; in a spreadsheet, save as “CSV UTF-8”."
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
