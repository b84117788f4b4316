import { SectionError } from '@/ui/section-boundary'

/** Replaces a screen that failed to load or to render. The menu stays. */
export function ScreenError() {
  return <SectionError what="This screen" />
}
