import { MovedPage } from '@/features/admin/moved-page'
import { Gate } from './gate'

export function Component() {
  return (
    <Gate admits="users">
      <MovedPage />
    </Gate>
  )
}
