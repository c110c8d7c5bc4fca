/** Of Mantine what lets choose from a list, by pointing or by typing. */
export { Combobox, MultiSelect, Select, useCombobox } from '@mantine/core'
