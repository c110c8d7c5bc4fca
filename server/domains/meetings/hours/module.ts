import { module } from '#core/module.ts'
import { hoursEvents } from './events.ts'
import { setHours } from './set-hours.ts'
import { showHours } from './show-hours.ts'

/** When members can be booked, on the wall clocks of their zones, and the hours of the whole business. */
export const hoursModule = module({
  title: 'Booking',
  actions: [showHours, setHours],
  events: [hoursEvents],
  owns: ['business_hours', 'work_hours'],
})
