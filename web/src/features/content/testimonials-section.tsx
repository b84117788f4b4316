import type { CSSProperties, ReactNode } from 'react'
import { type TextReader, useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { DotRing } from '@/ui/dot-ring'
import { RichText } from '@/ui/rich-text'
import { type CardTexts, LandingSection, SectionHeading } from './landing-section'
import { Picture, Plate } from './picture'
import { SnapRow } from './snap-row'

export function TestimonialsSection() {
  const text = useTexts('landing')
  const rating = text('testimonials.rating')
  const voices = text.list('testimonials.cards')
  return (
    <LandingSection id="testimonials">
      <div className="page">
        <SectionHeading
          id="testimonials"
          chapter={text('testimonials.chapter')}
          title={text('testimonials.heading.title')}
          subtitle={text('testimonials.heading.subtitle')}
          body={text.rich('testimonials.heading.body')}
        />
        <Plate {...text.picture('testimonials.heading.image')} className="mt-10 md:mt-14 md:aspect-3/1" />
        <SnapRow
          aria-labelledby="testimonials-heading"
          className="mt-6 gap-x-6 md:mt-14 lg:grid lg:grid-cols-[7fr_5fr] lg:gap-x-16"
          {...text.listProps('testimonials.cards')}
        >
          {voices.map(({ id, text, props }, index) => (
            <li
              key={id}
              {...props}
              className="border-base-300 border-t pt-5 md:py-8 lg:first:row-(--rows) lg:only:col-span-2 lg:nth-2:border-t-0 lg:nth-2:pt-0 lg:first:border-t-2 lg:first:border-t-primary"
              style={{ '--rows': `span ${Math.max(1, voices.length - 1)}` } as CSSProperties}
            >
              <Voice text={text} rating={rating} isLead={index === 0} />
            </li>
          ))}
        </SnapRow>
      </div>
    </LandingSection>
  )
}

type VoiceProps = { text: TextReader<CardTexts>; rating: ReactNode; isLead: boolean }

function Voice({ text, rating, isLead }: VoiceProps) {
  // Words without a name are no quotation.
  const isNamed = text.has('title')
  const Words = isNamed ? 'blockquote' : 'div'
  const size = classes('size-14', isLead ? 'lg:size-24' : 'lg:size-16')
  return (
    <figure className="flex h-full flex-col">
      <FiveStars label={rating} />
      <Words
        className={classes(
          'mt-3 flex-1 font-serif text-[1.0625rem] leading-normal md:text-lg',
          isLead ? 'lg:mt-6 lg:flex-none lg:text-[2rem] lg:leading-snug' : 'lg:text-xl',
        )}
      >
        <RichText {...text.rich('body')} />
      </Words>
      <figcaption className="mt-5 flex items-center gap-4 lg:mt-6">
        <Picture
          {...text.picture('image')}
          loading="lazy"
          sizes="6rem"
          width="80"
          height="80"
          className={classes(size, 'rounded-full object-cover')}
        >
          <DotRing className={classes(size, 'shrink-0 text-primary')} />
        </Picture>
        <span>
          {isNamed && <span className="block font-semibold">{text('title')}</span>}
          <span className="block text-quiet text-sm leading-snug">{text('subtitle')}</span>
        </span>
      </figcaption>
    </figure>
  )
}

function FiveStars({ label }: { label: ReactNode }) {
  return (
    <p>
      <span className="sr-only">{label}</span>
      <svg viewBox="0 0 110 20" className="h-4 fill-accent" aria-hidden="true">
        <path d={[0, 22, 44, 66, 88].map(starAt).join('')} />
      </svg>
    </p>
  )
}

function starAt(x: number): string {
  return `M${x + 10} 1l2.7 6 6.5.6-4.9 4.3 1.5 6.4-5.8-3.4-5.8 3.4 1.5-6.4L${x + 0.8} 7.6l6.5-.6z`
}
