import { useState } from 'react'
import { download } from '@/lib/download'
import { readPlace } from '@/lib/list'
import { Button } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import { tabOf } from './panel-tabs'

/** Downloads the registrations that the panel lists; beside the drafts all of them. */
export function ExportCsv({ params }: { params: URLSearchParams }) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download('/api/registrations/export', tabOf(params) === 'registrations' ? readPlace(params, []).query : {})
      toast({ title: 'Export Successful', description: 'Registration data has been downloaded' })
    } catch {
      toast({ title: 'Export Failed', description: 'Could not download registration data', destructive: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="outline" busy={isBusy} onClick={save}>
      Export CSV
    </Button>
  )
}
