import { useState } from 'react'
import { textOf } from '@/lib/file-text'
import { count } from '@/lib/formats'
import { importColumns, importLimits } from '@/lib/generated'
import { Button } from '@/ui/button'
import { ExportButton } from '@/ui/export-button'
import { Field } from '@/ui/field'
import type { ImportFile } from './api'

const megabytes = importLimits.bytes / 2 ** 20

type ImportFileFormProps = {
  busy: boolean
  /** The error of the file as a whole. */
  problem: string | undefined
  /** isGuess: the encoding of the file had to be guessed. */
  onCheck: (file: ImportFile, isGuess: boolean) => void
  /** Called when the file or an option changes, which makes the check invalid. */
  onChange: () => void
}

/** Chooses the file, and whether the imported members get an email. */
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
      setMissing('The file could not be read. It may have been moved or changed. Please choose it again')
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
          <span className="block font-medium">Email the people in the list</span>
          <span className="block text-quiet text-sm">
            A person without a password gets a link to set one, which works for 14 days and names their membership. A
            person who has a password gets an email only about a membership that this import adds. Without emails, no
            one is told. To send the invitations later, import the same file again.
          </span>
        </span>
      </label>
      <Button type="submit" busy={busy}>
        Check the file
      </Button>
    </form>
  )
}

/** Explains the columns of the file, with a template to download. */
export function ImportColumns() {
  return (
    <section aria-labelledby="import-columns">
      <h2 id="import-columns" className="mb-1 font-medium font-sans text-base">
        Columns of the file
      </h2>
      <p className="mb-3 text-quiet text-sm">
        One line names the columns, in any order. Lines before it, and columns with other names, are ignored.
      </p>
      <dl className="mb-5 border-base-300 border-t text-[0.9375rem]">
        {importColumns.map(({ name, isRequired, description, aliases }) => (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] border-base-300 border-b py-2">
            <dt className="pr-3">
              <span className="block font-medium">{name}</span>
              <span className="text-quiet text-sm">{isRequired ? 'required' : 'optional'}</span>
            </dt>
            <dd>
              {description}.<span className="block text-quiet text-sm">Can also be called {aliases.join(', ')}.</span>
            </dd>
          </div>
        ))}
      </dl>
      <ExportButton
        path="/api/members/imports/example"
        label="Download an example file"
        saved={{ title: 'Example Downloaded', description: 'Replace its two sample members with your own' }}
      />
    </section>
  )
}
