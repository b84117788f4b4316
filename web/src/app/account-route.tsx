import { OwnNominationNotice } from '@/features/nominations/own-nomination'
import { MemberPage } from '@/features/payments/member-page'
import { Gate } from './gate'

export function Component() {
  return (
    <Gate admits="users">
      <MemberPage>
        <OwnNominationNotice />
      </MemberPage>
    </Gate>
  )
}
