import { AdminPage } from '@/features/admin/admin-page'
import { Gate } from './gate'

export function Component() {
  return (
    <Gate admits="admins">
      <AdminPage />
    </Gate>
  )
}
