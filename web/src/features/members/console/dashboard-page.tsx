import { PageHead } from '@/ui/page-head'

export function Component() {
  return <PageHead title="Dashboard" />
}
