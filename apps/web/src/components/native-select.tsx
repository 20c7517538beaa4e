import { NativeSelect as KitSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** A select of the browser: it works with every keyboard, phone and screen reader. */
export const NativeSelect = (props: NativeSelectProps) => (
  <KitSelect {...props} rightSection={<IconChevronDown size={16} aria-hidden="true" />} rightSectionPointerEvents="none" />
)
