import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { ImportReport } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { useToast } from '@/ui/toast-queue'
import { beginImport, checkImport, type ImportFile } from './import-calls'
import { ImportFileForm } from './import-file-form'
import { ImportReportView } from './import-report'
import { ImportsSoFar } from './imports-so-far'

/** Brings members over from an old list: choose a file, see what would become of each row, then import it. */
export function Component() {
  const toast = useToast()
  const [checked, setChecked] = useState<{ file: ImportFile; report: ImportReport }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const sofar = useRef<HTMLHeadingElement>(null)
  const [begun, setBegun] = useState(0)

  // Where the work goes on: the progress of what was begun.
  useEffect(() => {
    if (begun > 0) sofar.current?.focus()
  }, [begun])

  async function check(file: ImportFile) {
    setBusy(true)
    setProblem(undefined)
    try {
      setChecked({ file, report: await checkImport(file) })
    } catch (error) {
      setChecked(undefined)
      setProblem(messageOf(error, 'The file could not be checked. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  async function begin(file: ImportFile) {
    setBusy(true)
    try {
      await beginImport(file)
      toast({ title: 'Import Started', description: `The members in ${file.fileName} are being brought over` })
      setChecked(undefined)
      setBegun((times) => times + 1)
    } catch (error) {
      const description = messageOf(error, 'The import could not be started. Please try again.')
      toast({ title: 'Import Failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHead
        title="Import legacy members"
        lede="Makes an account for each member in a CSV file. Nobody’s password is in it: each member sets her own by a letter. An account that exists is never changed, so the same file can be imported again."
        actions={
          <ButtonLink tone="outline" to={paths.adminMembers}>
            Back to the members
          </ButtonLink>
        }
      />
      <ImportFileForm
        // a new form after each import
        key={begun}
        busy={isBusy}
        problem={problem}
        onCheck={check}
        onChange={() => {
          setChecked(undefined)
          setProblem(undefined)
        }}
      />
      {checked && (
        <ImportReportView
          file={checked.file}
          report={checked.report}
          busy={isBusy}
          onImport={() => begin(checked.file)}
        />
      )}
      <ImportsSoFar heading={sofar} begun={begun} />
    </>
  )
}
