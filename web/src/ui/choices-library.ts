/** Of Mantine what lets choose from a list, by pointing or by typing. */
export { MultiSelect, Select } from '@mantine/core'
