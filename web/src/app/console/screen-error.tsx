import { useReloadOfLostScript } from '@/app/lost-script'
import { SectionError } from '@/ui/section-boundary'

/** Replaces a screen that failed to load or to render. The menu stays. */
export function ScreenError() {
  useReloadOfLostScript()
  return <SectionError what="This screen" />
}
