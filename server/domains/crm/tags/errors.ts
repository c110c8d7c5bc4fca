import { errors } from '#core/errors.ts'

export const tagErrors = errors({
  tag_not_found: {
    status: 404,
    message: 'The tag does not exist.',
    fix: 'List the tags again: it may have been deleted, or merged into another one.',
  },
  tag_exists: {
    status: 409,
    message: 'Another tag has this name.',
    fix: 'Choose another name, or merge the two tags.',
  },
  too_many_tags: {
    status: 409,
    message: 'A workspace can have at most 1,000 tags.',
    fix: 'Merge or delete some that are rarely used.',
  },
  too_many_tags_of_record: {
    status: 409,
    message: 'A record can have at most 100 tags.',
    fix: 'Remove some of its tags first.',
  },
  merge_of_one_tag: {
    status: 400,
    message: 'A tag cannot be merged into itself.',
    fix: 'Choose two different tags.',
  },
})
