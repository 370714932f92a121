//! Lists that copies of a run share until one of them changes its own: runs are copied at every question they ask.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct List<T>(Rc<Vec<T>>);

impl<T> Default for List<T> {
    fn default() -> Self {
        List(Rc::default())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(list: Vec<T>) -> Self {
        List(Rc::new(list))
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Vec::from_iter(elements).into()
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Clone> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        Rc::make_mut(&mut self.0)
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
