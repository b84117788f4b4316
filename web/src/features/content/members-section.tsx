import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { RichText } from '@/ui/rich-text'
import type { Row } from './api'
import { LandingSection, SectionHeading } from './landing-section'
import { MembersWall } from './members-wall'
import { Picture } from './picture'

export function MembersSection({ content }: { content: Row }) {
  return (
    <LandingSection id="members" className="overflow-hidden border-base-300 border-t bg-base-200 pb-0 md:pb-0">
      <div className="page flex flex-wrap items-end justify-between gap-8">
        <div className="max-w-[44rem]">
          <SectionHeading id="members" chapter="Members" title={content.title} subtitle={content.subtitle} />
          <RichText html={content.html} className="mt-5 max-w-text" />
        </div>
        <ButtonLink to={paths.register}>Join Our Community</ButtonLink>
      </div>
      <Picture src={content.imageUrl} loading="lazy" className="mt-14 h-80 w-full object-cover">
        <MembersWall className="mt-14 md:mt-20" />
      </Picture>
    </LandingSection>
  )
}
